/** A sentence of which one part stays on one line, because browsers break "24-48 hours" after the hyphen. */
export function NoWrap({ text, part }: { text: string; part: string }) {
  const start = text.indexOf(part);
  if (start < 0) return text;
  return (
    <>
      {text.slice(0, start)}
      <span className="whitespace-nowrap">{part}</span>
      {text.slice(start + part.length)}
    </>
  );
}
