import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { FormFrame } from './form-frame.tsx';

export type LinkFormProps = {
  /** The URL of the link around the cursor; undefined if the cursor is in no link. */
  url: string | undefined;
  onLink: (url: string) => void;
  onUnlink: () => void;
  onClose: () => void;
};

/** Asks for the target of a link. */
export function LinkForm({ url, onLink, onUnlink, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState(url ?? '');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function apply() {
    const read = readUrl(typed);
    if (read === undefined) {
      setError(
        'Enter an address that starts with https://, an email address, or a page of this site such as /products',
      );
      field.current?.focus();
    } else onLink(read);
  }

  return (
    <FormFrame
      legend="Link"
      onApply={apply}
      applyLabel={url === undefined ? 'Add the link' : 'Change the link'}
      otherAction={
        url !== undefined && (
          <Button size="small" variant="secondary" onClick={onUnlink}>
            Remove the link
          </Button>
        )
      }
      onClose={onClose}
    >
      <TextField
        ref={field}
        label="Where the link leads"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoFocus
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
      />
    </FormFrame>
  );
}

/**
 * Reads the target of a link: a path on this site, an anchor, a web URL or an email address.
 * @returns the target, such as `https://example.com` for `example.com` and `mailto:ana@example.com` for
 * `ana@example.com`; undefined for any other text
 */
export function readUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:\/(?![/\\])|#)\S*$/.test(text) || /^mailto:\S+@\S+$/i.test(text)) return text;
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) return `mailto:${text}`;
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const url = URL.canParse(withScheme) && new URL(withScheme);
  const isWeb = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.');
  // In Markdown, a space would end the URL.
  return isWeb ? withScheme.replaceAll(/\s/g, encodeURIComponent) : undefined;
}
