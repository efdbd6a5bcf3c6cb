import { defineConfig } from '@playwright/test';
import own from './playwright.config';

/** What a person sees of a real cluster in trouble; e2e/run starts one for it. */
export default defineConfig({ ...own, testDir: 'cluster', testIgnore: [] });
