import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Addresses that the API server answers; the client's own modules (`/trpc.ts`) stay with Vite (`npm run dev`). */
const apiPaths = '^/(api|trpc|objects|uploads|healthz|readyz|dev)(/|$)';

export default defineConfig({
  root: 'src/client',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 400,
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { [apiPaths]: 'http://127.0.0.1:3000' },
  },
});
