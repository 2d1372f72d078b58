import { useId } from 'react';
import { readLegalText } from '../../../../shared/site-texts/legal-markdown.ts';
import { scrollToSection } from '../../../lib/scroll-to-section.ts';
import { LegalSectionBody } from './legal-section-body.tsx';

/** A whole legal text without a table of contents, for previews and for versions other than the current one. */
export function LegalReading({ text, values }: { text: string; values: Readonly<Record<string, string>> }) {
  // The page behind a dialog has sections with the same ids.
  const prefix = useId();
  return readLegalText(text).map((section) => (
    <section key={section.id} id={`${prefix}${section.id}`} tabIndex={-1} className="mt-6 first:mt-0">
      <h3 className="font-semibold">{section.title}</h3>
      <LegalSectionBody
        blocks={section.blocks}
        values={values}
        onSection={(id) => scrollToSection(`${prefix}${id}`)}
      />
    </section>
  ));
}
