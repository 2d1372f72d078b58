/** The `className` of a button that is one of several answers, which may be sentences. */
export const choiceClass = 'min-h-14 w-full justify-start! text-left whitespace-normal! wrap-anywhere';
