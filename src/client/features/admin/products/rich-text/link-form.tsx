import { useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { FormFrame } from './form-frame.tsx';

export type LinkFormProps = {
  /** The address of the link that the cursor is in; undefined outside of one. */
  address: string | undefined;
  onLink: (address: string) => void;
  onUnlink: () => void;
  onClose: () => void;
};

/** Asks for the target of a link. */
export function LinkForm({ address, onLink, onUnlink, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState(address ?? '');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function apply() {
    const read = readAddress(typed);
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
      applyLabel={address === undefined ? 'Add the link' : 'Change the link'}
      otherAction={
        address !== undefined && (
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
 * Reads the target of a link: a path on this site, an anchor, a web address or an email address.
 * @returns the target, such as `https://example.com` for `example.com` and `mailto:ana@example.com` for
 * `ana@example.com`; undefined for any other text
 */
export function readAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (/^(?:\/(?![/\\])|#)\S*$/.test(text) || /^mailto:\S+@\S+$/i.test(text)) return text;
  if (/^[^\s@:/?#]+@[^\s@:/?#]+\.[^\s@:/?#]+$/.test(text)) return `mailto:${text}`;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text.replace(/^\/+/, '')}`;
  const url = URL.canParse(address) && new URL(address);
  const isWeb = url && /^https?:$/.test(url.protocol) && url.hostname.includes('.');
  // In Markdown, a space would end the address.
  return isWeb ? address.replaceAll(/\s/g, encodeURIComponent) : undefined;
}
