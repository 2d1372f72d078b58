const linkClass = 'whitespace-nowrap text-primary-text underline';

/**
 * Links to help with problem gambling, at the bottom of pages about the user's own play: the helpline of the National
 * Council on Problem Gambling (https://www.ncpgambling.org), and the international service of Gordon Moody.
 */
export function HelpLine() {
  return (
    <p className="mt-12 measure border-t border-border pt-4 text-sm text-muted print:hidden">
      Has playing stopped being a game? Help is free and confidential: in the USA call{' '}
      <a href="tel:+18006973738" className={linkClass}>
        1-800-MY-RESET
      </a>
      , elsewhere chat or write at{' '}
      <a href="https://www.gamblingtherapy.org" rel="noreferrer" className={linkClass}>
        gamblingtherapy.org
      </a>
      .
    </p>
  );
}
