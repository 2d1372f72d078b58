import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { additionalModules, type PageAssets, renderedPages, shellPages } from '../shared/page-state.ts';

type ManifestChunk = { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[] };
type Manifest = Record<string, ManifestChunk>;

const manifestFile = '.vite/manifest.json';

/** Builds the client into `clientFolder` and the server renderer into `renderFolder`. */
export async function buildPages(projectRoot: string, clientFolder: string, renderFolder: string) {
  const shared = {
    configFile: join(projectRoot, 'vite.config.ts'),
    root: join(projectRoot, 'src/client'),
    logLevel: 'warn',
  } as const;
  await build({ ...shared, build: { outDir: clientFolder, manifest: manifestFile } });
  await build({
    ...shared,
    // Bundles all dependencies in their production form, regardless of the server's environment.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir: renderFolder,
      copyPublicDir: false,
      ssr: join(projectRoot, 'src/client/entry-server.tsx'),
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'entry-server.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const manifest = JSON.parse(await readFile(join(clientFolder, manifestFile), 'utf8')) as Manifest;
  await rm(join(clientFolder, '.vite'), { recursive: true });
  const assets = await pageAssets(manifest, join(clientFolder, 'assets'));
  await writeFile(join(renderFolder, 'assets.json'), JSON.stringify(assets, null, 2));
}

/** Lists the fonts, the style sheet and the chunks of the application and of each page, for the server. */
async function pageAssets(manifest: Manifest, assetFolder: string): Promise<PageAssets> {
  const entryChunks = chunksOf(manifest, 'index.html');
  const style = Object.values(manifest)
    .filter(({ file }) => entryChunks.has(file))
    .flatMap(({ css }) => css ?? [])[0];
  if (!style) throw new Error('The build has no style sheet');
  // The application's chunks are those that the entry script imports dynamically.
  const dynamicImports = manifest['index.html']?.dynamicImports ?? [];
  const app = [...new Set(dynamicImports.flatMap((name) => [...chunksOf(manifest, name)]))].filter(
    (file) => !entryChunks.has(file),
  );
  if (app.length === 0) throw new Error('The entry script does not import the application');
  const modules = { ...renderedPages, ...shellPages };
  const chunksOfPage = (path: keyof typeof modules) => chunksOf(manifest, modules[path]);
  const urls = (files: Iterable<string>, excluded: ReadonlySet<string> = new Set()) =>
    [...files]
      .filter((file) => !entryChunks.has(file) && !app.includes(file) && !excluded.has(file))
      .map((file) => `/${file}`);
  const paths = Object.keys(modules) as (keyof typeof modules)[];
  const chunks = Object.fromEntries(
    paths.map((path) => [path, urls(chunksOfPage(path))]),
  ) as PageAssets['chunks'];
  // For example, the chunks that `/auth?tab=signup` needs in addition to those of `/auth`.
  const additionalChunks = Object.fromEntries(
    Object.entries(additionalModules).map(([url, module]) => [
      url,
      urls(chunksOf(manifest, module), chunksOfPage(url.split('?')[0] as keyof typeof modules)),
    ]),
  );
  const fonts = (await readdir(assetFolder)).filter((name) => name.endsWith('.woff2'));
  return {
    fonts: fonts.sort().map((name) => `/assets/${name}`),
    style: `/${style}`,
    app: app.map((file) => `/${file}`),
    chunks,
    additionalChunks,
  };
}

/** The files of a module and of its static imports, recursively. */
function chunksOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`The build has no module ${name}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const needed of chunk.imports ?? []) chunksOf(manifest, needed, found);
  return found;
}
