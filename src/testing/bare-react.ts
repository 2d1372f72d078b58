import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { listen } from './free-port.ts';

export type BareReact = { url: string; close(): Promise<void> };

const scriptPath = '/bare.js';

/**
 * The script that hydrates the markup of the page. It passes no attributes, because React's production build compares
 * only elements and texts.
 */
const entry = `
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';

const toReact = (node, key) =>
  node.nodeType === Node.TEXT_NODE ? node.data : createElement(node.localName, { key }, childrenOf(node));
const childrenOf = (node) =>
  node.localName === 'noscript' || node.childNodes.length === 0 ? undefined : [...node.childNodes].map(toReact);
const root = document.getElementById('root');
hydrateRoot(root, childrenOf(root), { onRecoverableError: (error) => { throw error; } });
`;

/**
 * Serves the academy's pages with react-dom alone, as a baseline for measurements: the same markup, styles and fonts at
 * the same paths, hydrated by the script above, whose only dependency is React.
 */
export async function openBareReact(academyUrl: string): Promise<BareReact> {
  const script = brotliCompressSync(await bundle());
  const server = http.createServer((request, response) => {
    respond(request.url ?? '/').catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });

    async function respond(url: string): Promise<void> {
      if (url === scriptPath) return send('text/javascript', script, 'br');
      const original = await fetch(academyUrl + url);
      const type = original.headers.get('content-type') ?? 'application/octet-stream';
      if (!type.startsWith('text/html')) return send(type, Buffer.from(await original.arrayBuffer()));
      send(type, brotliCompressSync(barePage(await original.text())), 'br');
    }

    function send(type: string, body: Buffer, encoding?: 'br'): void {
      response.writeHead(200, { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) });
      response.end(body);
    }
  });
  return {
    url: `http://localhost:${await listen(server)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Replaces the scripts and their preloads, and removes the comments with which React separates texts and boundaries.
 */
function barePage(html: string): string {
  return html
    .replaceAll(/<script.*?<\/script>|<!--.*?-->/gs, '')
    .replaceAll(/<link [^>]*(?:modulepreload|data-after-paint|as="fetch")[^>]*>/g, '')
    .replace('</body>', `<script type="module" src="${scriptPath}"></script></body>`);
}

async function bundle(): Promise<string> {
  // Inside the project, so that the same packages are resolved.
  const folder = await mkdtemp(path.join(import.meta.dirname, '../../node_modules/.bare-react-'));
  try {
    await writeFile(path.join(folder, 'bare.js'), entry);
    await build({
      configFile: false,
      root: folder,
      logLevel: 'error',
      mode: 'production',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'out',
        target: 'es2022',
        rolldownOptions: { input: path.join(folder, 'bare.js'), output: { entryFileNames: 'bare.js' } },
      },
    });
    return await readFile(path.join(folder, 'out/bare.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
