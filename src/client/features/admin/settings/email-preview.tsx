import { placeholderSamples } from '../../../../shared/site-texts/email-placeholders.ts';
import {
  type EmailPart,
  type EmailTextKey,
  emailTextKey,
  paragraphsOf,
} from '../../../../shared/site-texts/email-texts.ts';
import { fillText } from '../../../../shared/site-texts/fill-text.ts';
import { useSiteSettings } from '../../settings/use-site-settings.ts';
import { TextTestEmail } from '../system/test-email.tsx';

export type EmailPreviewProps = {
  email: EmailTextKey;
  /** The texts in the form, by key. */
  values: Readonly<Record<string, string>>;
};

/** The texts of the email as the recipient reads them, with examples in place of the placeholders. */
export function EmailPreview({ email, values }: EmailPreviewProps) {
  const { academyName } = useSiteSettings();
  const filled = (part: EmailPart) => fillText(values[emailTextKey(email, part)] ?? '', placeholderSamples);
  return (
    <section aria-label="Preview" className="min-w-0">
      <p className="text-sm font-semibold">Preview</p>
      <div className="mt-1 flex flex-col gap-4 rounded-card border border-border bg-bg p-4 wrap-anywhere sm:p-6">
        <p className="text-lg font-semibold">{filled('subject')}</p>
        <p>Hello Maren,</p>
        <Paragraphs text={filled('body')} />
        <p className="rounded-control border border-dashed border-control px-3 py-2 text-sm text-muted">
          The button, and facts such as amounts and dates
        </p>
        <Paragraphs text={filled('closing')} />
        <p>{academyName}</p>
      </div>
      <div className="mt-4">
        <TextTestEmail email={email} textOf={(part) => values[emailTextKey(email, part)] ?? ''} />
      </div>
    </section>
  );
}

function Paragraphs({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have no other identity
    <p key={index} className="whitespace-pre-line">
      {paragraph}
    </p>
  ));
}
