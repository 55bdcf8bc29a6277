import type { PoolResults } from '../pool-results.js';
import type { FidelityAssessment } from './fidelity.js';
import type { JudgedBenchmark } from './judged-together.js';
export function fidelityNotes(_f: Omit<FidelityAssessment, 'notes'>, _j: readonly JudgedBenchmark[], _r: PoolResults | undefined): string[] { return []; }
