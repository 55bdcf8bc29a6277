import { it } from 'vitest';
import { loadPlanFiles } from '/work/wt-c/src/disk/load-plan.js';
import { prunePlan } from '/work/wt-c/src/engines/prune-plan.js';
it('x', async () => {
  const { plan } = await loadPlanFiles('/tmp/scd/plan.yaml');
  console.time('prune');
  const pools = await prunePlan(plan);
  console.timeEnd('prune');
  console.log(pools?.get('big')?.tasks.length, process.memoryUsage().rss/1e6);
});
