import type { libraryOperations } from './at-build.js';

export function pythonOperations(functions: Awaited<ReturnType<typeof libraryOperations>>): string;
