import { readLegalText } from '../../../../shared/site-texts/legal-markdown.ts';
import { LegalSectionBody } from './legal-section-body.tsx';

/** A whole legal text without a table of contents, for previews and for versions other than the current one. */
export function LegalReading({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
  return readLegalText(text).map((section) => (
    <section key={section.id} className="mt-6 first:mt-0">
      <h3 className="font-semibold">{section.title}</h3>
      <LegalSectionBody blocks={section.blocks} values={values} />
    </section>
  ));
}
