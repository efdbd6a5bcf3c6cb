import { defineConfig } from '@playwright/test';
import own from './playwright.config';

/** The pictures of docs/console.md; e2e/run takes them anew. */
export default defineConfig({ ...own, testDir: 'pictures', testIgnore: [] });
