export function writeLargeTable(file: string, count: number, format?: 'parquet' | 'json'): Promise<void>;
export function writeLargeTables(folder: string, count: number): Promise<void>;
export function largePlan(source: string, select?: string, top?: string): string;
