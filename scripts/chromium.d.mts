/** How Chromium is started for a test; throws an error that says what to install. */
export function chromiumOptions(): { executablePath: string; args: string[] };
