export function suiteFigures(): string;
export function suitesChart(): string;
export function withFigures(page: string, figures: string): string;
export function writePages(): void;
