import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const admin = process.env.FEIGE_ADMIN ?? 'http://localhost:7701';
const proxy = { '/api': { target: admin, changeOrigin: true } };

export default defineConfig({
  plugins: [react()],
  base: '/',
  build: {
    outDir: process.env.FEIGE_UI_OUT ?? 'target/ui',
    emptyOutDir: true,
    // Nothing may stand in the document itself: the console's content security policy permits files only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    chunkSizeWarningLimit: 900,
  },
  server: { port: 7780, strictPort: true, proxy },
  preview: { port: 7780, strictPort: true, proxy },
  test: { include: ['src/**/*.test.{ts,tsx}'], environment: 'node' },
});
