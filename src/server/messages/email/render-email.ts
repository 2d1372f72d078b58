import { type EmailTextKey, emailTextWith, paragraphsOf } from '../../../shared/site-texts/email-texts.ts';
import { fillText } from '../../../shared/site-texts/fill-text.ts';

/** The content of an email, which `renderEmail` converts to text and HTML. */
type EmailContent = {
  subject: string;
  firstName: string;
  paragraphs: readonly string[];
  /**
   * The call to action: on its own line in text, a button in HTML. `isPublic`: the URL can be opened without logging
   * in.
   */
  action?: { label: string; url: string; isPublic?: true };
  /** Labeled details, such as an amount. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** Paragraphs after action and facts. */
  closing?: readonly string[];
};

/** An email whose texts an admin may have changed. */
export type EmailFromTemplate = Pick<EmailContent, 'firstName' | 'action' | 'facts'> & {
  text: EmailTextKey;
  /** The text for a suspended account, which says that nobody can log in to it. */
  textIfSuspended?: EmailTextKey;
  /** The values of the placeholders. */
  values?: Readonly<Record<string, string>>;
};

/** The email for a suspended account, to which nobody can log in: without a link to a page that requires a login. */
export function forSuspendedAccount(template: EmailFromTemplate): EmailFromTemplate {
  const { action, facts = [], textIfSuspended, ...rest } = template;
  if (action === undefined || action.isPublic) return template;
  if (textIfSuspended) return { ...rest, facts, text: textIfSuspended };
  return { ...rest, facts: [...facts, ['Account', 'Suspended, so you cannot log in. Write to us instead.']] };
}

/**
 * The email for an account that is about to be deleted, to which nobody can log in: without a link to a page that
 * requires a login.
 * @param day - the day of the deletion, as text
 */
export function forLeavingAccount(template: EmailFromTemplate, day: string): EmailFromTemplate {
  const { action, facts = [], ...rest } = template;
  if (action === undefined || action.isPublic) return template;
  const deletion = `Will be deleted on ${day}, unless you use the link in our email about the deletion.`;
  return { ...rest, facts: [...facts, ['Account', deletion]] };
}

/** Renders a template with its values. @param changed - the texts that an admin has changed, by key */
export function renderTemplate(
  { text, values = {}, ...content }: EmailFromTemplate,
  changed: ReadonlyMap<string, string>,
): ComposedEmail {
  const { subject, body, closing } = emailTextWith(text, changed);
  const filled = (part: string) => paragraphsOf(fillText(part, values));
  return renderEmail({
    ...content,
    subject: fillText(subject, values),
    paragraphs: filled(body),
    closing: filled(closing),
  });
}

export type ComposedEmail = { subject: string; text: string; html: string };

/** Placeholder for the academy's name, which `signed` inserts. */
const signature = '<academy>';
const escapedSignature = '&#60;academy&#62;';
const paragraphStyle = 'margin:0 0 16px';
/** Placeholder for the color of links and buttons, which `signed` inserts. */
const linkColor = '#academy';
const linkStyle = `color:${linkColor}`;

/** Renders the text and HTML bodies. The HTML loads no external resources, and all values are escaped. */
export function renderEmail(email: EmailContent): ComposedEmail {
  const { subject, paragraphs, action, facts = [], closing = [] } = email;
  const greeting = greetingOf(email.firstName);
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...closing,
    signature,
  ].join('\n\n');
  const body = [
    ...[greeting, ...paragraphs].map(paragraph),
    action ? button(action) : '',
    facts.length > 0 ? factList(facts) : '',
    ...[...closing, signature].map(paragraph),
  ].join('');
  return { subject, text, html: page(subject, body) };
}

/**
 * Omits a first name that an email client could turn into a link. Anyone can register somebody else's email with any
 * name.
 */
function greetingOf(firstName: string): string {
  const isOmitted = firstName === '' || /[/\\:@]|[\p{L}\p{N}-]\.\p{L}{2}/u.test(firstName);
  return isOmitted ? 'Hello,' : `Hello ${firstName},`;
}

/** HTML for an email that has only text: paragraphs, line breaks and links. */
export function htmlOfText(subject: string, text: string): string {
  return page(
    subject,
    text
      .split(/\n{2,}/)
      .map(paragraph)
      .join(''),
  );
}

/** Appends the unsubscribe link to both bodies. */
export function withUnsubscribe(bodies: { text: string; html: string }, label: string, url: string) {
  const sentence = `You get this email because "${label}" is on in your settings.`;
  return {
    text: `${bodies.text}\n\n${sentence}\nUnsubscribe: ${url}`,
    html: bodies.html.replace(
      footerMark,
      () =>
        `<p style="margin:16px 0 0;font-size:13px;color:#55606e">${escapeHtml(sentence)} <a style="${linkStyle}" href="${escapeHtml(url)}">Unsubscribe</a></p>`,
    ),
  };
}

/** Signs both bodies with the academy's name, and gives links and buttons the academy's color. */
export function signed(
  bodies: { text: string; html: string },
  academy: { name: string; color: string },
): { text: string; html: string } {
  return {
    text: bodies.text.replaceAll(signature, () => academy.name),
    html: bodies.html
      .replaceAll(`:${linkColor}`, `:${academy.color}`)
      .replaceAll(escapedSignature, () => escapeHtml(academy.name)),
  };
}

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const footerMark = '<!--footer-->';

function page(subject: string, body: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px 16px;background:#f7f7f4;color:#1b2430;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #dcdcd6;border-radius:8px">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(subject)}</h1>`,
    body,
    '</div>',
    `<div style="max-width:560px;margin:0 auto">${footerMark}</div></body></html>`,
  ].join('');
}

function paragraph(text: string): string {
  return `<p style="${paragraphStyle}">${withBreaks(linked(text))}</p>`;
}

function withBreaks(html: string): string {
  return html.replaceAll('\n', '<br>');
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a style="${linkStyle};overflow-wrap:anywhere" href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('');
}

function button({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;background:${linkColor};color:#ffffff;border-radius:6px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function factList(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<dt style="margin:0;color:#55606e;font-size:14px">${escapeHtml(label)}</dt><dd style="margin:0 0 8px;overflow-wrap:anywhere">${withBreaks(escapeHtml(value))}</dd>`,
  );
  return `<dl style="margin:0 0 16px;padding:16px;background:#f2f2ee;border-radius:6px">${rows.join('')}</dl>`;
}
