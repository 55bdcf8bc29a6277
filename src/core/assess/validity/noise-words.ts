import { countOf } from '../../text/count-of.js';
import { enoughTasks, type MeasuredComponents } from '../../uplift/paired-tasks.js';

/** How the noise of a run is known. */
export function noiseWords({ noiseBy, components }: Pick<MeasuredComponents, 'noiseBy' | 'components'>): string {
  const why = `because fewer than ${enoughTasks} tasks have repeats in both arms`;
  switch (noiseBy) {
    case 'repeats':
      return `measured on ${countOf(components.tasks, 'task')} with repeats`;
    case 'pass rates':
      return `with the noise of a run as the pass rates of ${countOf(components.tasks, 'task')} suggest, ${why}`;
    case 'published':
      return `published figures of CodeScaleBench, ${why}`;
  }
}
