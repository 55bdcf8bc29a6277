export function ask(address: string, sql: string): Promise<readonly (readonly unknown[])[]>;
