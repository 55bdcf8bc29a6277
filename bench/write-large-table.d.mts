export function writeLargeTable(file: string, count: number, format?: 'parquet' | 'json'): Promise<void>;
export function largePlan(source: string): string;
