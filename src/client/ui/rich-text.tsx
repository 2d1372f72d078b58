import { type ComponentProps, memo, type ReactNode, useMemo } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkGfm from 'remark-gfm';

const plugins = [remarkGfm];

/** Whether the URL is a path on this site. Excludes protocol-relative URLs such as `//example.com`. */
function isSitePath(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}

type TextLinkProps = Pick<ComponentProps<'a'>, 'href' | 'id' | 'aria-label' | 'children'>;

/** A link in a text. Only footnotes have an id, an accessible name, or a URL that begins with `#`. */
function TextLink({ href = '', id, 'aria-label': label, children }: TextLinkProps) {
  if (isSitePath(href) || href.startsWith('#')) {
    return (
      <a href={href} id={id} aria-label={label} className="text-link">
        {children}
      </a>
    );
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
      {children}
    </a>
  );
}

function Preformatted({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-control bg-sunken p-3 text-sm">
      {children}
    </pre>
  );
}

/** The text of a code block in a language; undefined for other code. */
function codeIn(language: string, node: ExtraProps['node']): string | undefined {
  const [code] = node?.children ?? [];
  if (code?.type !== 'element' || !Array.isArray(code.properties.className)) return undefined;
  if (!code.properties.className.includes(`language-${language}`)) return undefined;
  const [text] = code.children;
  return text?.type === 'text' ? text.value.trimEnd() : undefined;
}

/**
 * Headings are nested below those of the page. External images become links, so that showing the text does not contact
 * another site.
 */
const components: Components = {
  h1: ({ children }) => <h3 className="mt-6 text-lg font-semibold first:mt-0">{children}</h3>,
  h2: ({ children }) => <h3 className="mt-6 text-lg font-semibold first:mt-0">{children}</h3>,
  h3: ({ children }) => <h4 className="mt-5 font-semibold first:mt-0">{children}</h4>,
  h4: ({ children }) => <h5 className="mt-4 font-semibold first:mt-0">{children}</h5>,
  h5: ({ children }) => <h5 className="mt-4 font-semibold first:mt-0">{children}</h5>,
  h6: ({ children }) => <h5 className="mt-4 font-semibold first:mt-0">{children}</h5>,
  p: ({ children }) => <p className="mt-3 whitespace-pre-line first:mt-0">{children}</p>,
  ul: ({ children }) => <ul className="mt-3 list-disc space-y-1 pl-6">{children}</ul>,
  ol: ({ children, start }) => (
    <ol start={start} className="mt-3 list-decimal space-y-1 pl-6">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote className="mt-3 border-l-4 border-border pl-4 text-muted">{children}</blockquote>
  ),
  hr: () => <hr className="my-6 border-border" />,
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 font-mono text-[0.9em]">{children}</code>
  ),
  pre: Preformatted,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <div tabIndex={0} className="mt-3 overflow-x-auto">
      <table className="w-full text-left text-sm">{children}</table>
    </div>
  ),
  th: ({ children }) => (
    <th className="border-b border-control py-1.5 pr-4 font-semibold wrap-normal">{children}</th>
  ),
  td: ({ children }) => <td className="border-b border-border py-1.5 pr-4 align-top tabular">{children}</td>,
  a: ({ node: _node, ...link }) => <TextLink {...link} />,
  img: ({ src, alt }) => {
    const url = typeof src === 'string' ? src : '';
    return isSitePath(url) ? (
      <img src={url} alt={alt ?? ''} loading="lazy" className="mt-3 max-w-full rounded-control" />
    ) : (
      <TextLink href={url}>{alt || 'Picture'}</TextLink>
    );
  },
};

export type RichTextProps = {
  text: string;
  /** Renders code blocks of a language. Must be the same object in each render. */
  blocks?: { language: string; draw: (code: string) => ReactNode };
};

/**
 * Markdown written by an admin, such as the text of a session or the description of a product. HTML in it is shown as
 * text, and script URLs are inactive. Single line breaks in paragraphs are preserved.
 */
export const RichText = memo(function RichText({ text, blocks }: RichTextProps) {
  const drawn = useMemo<Components>(
    () =>
      blocks
        ? {
            ...components,
            pre({ node, children }) {
              const code = codeIn(blocks.language, node);
              return code === undefined ? <Preformatted>{children}</Preformatted> : blocks.draw(code);
            },
          }
        : components,
    [blocks],
  );
  return (
    <div className="measure wrap-anywhere">
      <Markdown components={drawn} remarkPlugins={plugins}>
        {text}
      </Markdown>
    </div>
  );
});
