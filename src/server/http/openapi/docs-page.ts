import { escapeHtml } from '../../messages/email/letter.ts';
import { docsStyle } from './docs-style.ts';
import type { Answer, ApiDocument, MediaTypes, Operation, Parameter } from './document.ts';
import { isSchema } from './example-values.ts';
import type { JsonSchema } from './named-schemas.ts';
import { wordsOf } from './schema-words.ts';

type Call = { method: string; path: string; operation: Operation };

/**
 * The document as a page: nothing but HTML and the site's own style sheet, no script.
 * @param styleAddress of the site's style sheet, when there is one
 */
export function drawDocsPage(document: ApiDocument, styleAddress: string | undefined): string {
  const calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Call => ({ method, path, operation })),
  );
  const groups = document.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter((group) => group.calls.length > 0);
  const sheet = styleAddress ? `<link rel="stylesheet" href="${escapeHtml(styleAddress)}">` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API of the ${escapeHtml(document.info.title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${sheet}
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header>
<p><a href="/">${escapeHtml(document.info.title)}</a></p>
<h1>The calls of the academy</h1>
${paragraphs(document.info.description)}
<p><a href="/api/openapi.json">The same as OpenAPI 3.1</a></p>
</header>
<nav aria-label="Calls by subject">${groups.map(navGroup).join('')}<a class="group" href="#schemas">Objects</a></nav>
<main id="calls" tabindex="-1">
${groups.map(({ name, description, calls: list }) => section(name, description, list)).join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">Objects</h2>${Object.entries(document.components.schemas).map(object).join('\n')}</section>
</main>
</body>
</html>
`;
}

function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Paragraphs, with `words in backticks` as code. */
function paragraphs(text: string): string {
  return text
    .split('\n')
    .map((line) => `<p>${inline(line)}</p>`)
    .join('');
}

function inline(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

function navGroup({ name, calls }: { name: string; calls: Call[] }): string {
  const items = calls.map(
    ({ method, path, operation }) =>
      `<li><a href="#${escapeHtml(operation.operationId)}">${verb(method)} <span>${escapeHtml(path)}</span></a></li>`,
  );
  return `<details><summary>${escapeHtml(name)}</summary><ul>${items.join('')}</ul></details>`;
}

function verb(method: string): string {
  return `<b class="verb ${method}">${method.toUpperCase()}</b>`;
}

function section(name: string, description: string, calls: readonly Call[]): string {
  const id = slug(name);
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(name)}</h2><p>${inline(description)}</p>${calls.map(article).join('\n')}</section>`;
}

const accessWords = {
  anyone: 'Anyone',
  'signed-in': 'Signed-in people',
  admin: 'Admins',
} as const;

function article({ method, path, operation }: Call): string {
  const { parameters, requestBody } = operation;
  const id = escapeHtml(operation.operationId);
  return `<article aria-labelledby="${id}">
<h3 id="${id}">${verb(method)} <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code></h3>
<p><strong>${escapeHtml(operation.summary)}.</strong> ${inline(operation.description ?? '')}</p>
<p class="who">${accessWords[operation['x-access']]}</p>
${parameters.length > 0 ? `<h4>In the address</h4><dl>${parameters.map(parameter).join('')}</dl>` : ''}
${requestBody ? `<h4>Body</h4>${body(requestBody.content)}` : ''}
<h4>Answers</h4><dl>${Object.entries(operation.responses).map(answer).join('')}</dl>
</article>`;
}

function parameter({ name, in: place, required, description, schema, example }: Parameter): string {
  const rules = [place === 'path' ? 'path' : required ? 'query' : 'query, optional', wordsOf(schema)];
  const shown = example === undefined ? '' : ` Such as <code>${escapeHtml(String(example))}</code>.`;
  return `<div><dt><code>${escapeHtml(name)}</code></dt><dd>${rules.join(' · ')}${description ? `. ${inline(description)}` : ''}${shown}</dd></div>`;
}

function body(content: MediaTypes): string {
  const media = content['application/json'];
  if (!media) return '';
  return `${fields(media.schema)}${media.example === undefined ? '' : sample('Such as', media.example)}`;
}

/** The fields of an object; other schemas in one line. */
function fields(schema: JsonSchema): string {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return `<p>${wordsOf(schema)}</p>`;
  const required = new Set(schema.required ?? []);
  const rows = properties.map(([name, property]) => {
    const rules = isSchema(property) ? wordsOf(property) : 'anything';
    return `<div><dt><code>${escapeHtml(name)}</code></dt><dd>${rules}${required.has(name) ? '' : ', optional'}</dd></div>`;
  });
  return `<dl>${rows.join('')}</dl>`;
}

function answer([status, { description, content }]: [string, Answer]): string {
  const type = Object.keys(content ?? {}).join(', ');
  const media = content?.['application/json'];
  const isError = Number(status) >= 400;
  const what = !media || isError ? (isError ? '' : escapeHtml(type)) : wordsOf(media.schema);
  const shown = media?.example === undefined ? '' : sample('Such as', media.example);
  return `<div><dt><b class="${isError ? 'refused' : 'done'}">${status}</b></dt><dd>${inline(description)} ${what}${shown}</dd></div>`;
}

function sample(title: string, value: unknown): string {
  return `<details class="sample"><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`;
}

function object([title, schema]: [string, JsonSchema]): string {
  const name = escapeHtml(title);
  return `<article aria-labelledby="schema-${name}"><h3 id="schema-${name}">${name}</h3>${fields(schema)}</article>`;
}
