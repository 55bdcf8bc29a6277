import { visibleText } from '../../core/text/visible-text.js';
import { idText } from './id-text.js';
import { holdsPlaceholder, templateReason } from './placeholder.js';

/** The id that a task.yaml gives under a key, or why it gives none. */
export function yamlId(key: string, value: unknown): { readonly id: string } | { readonly broken: string } {
  const id = idText(value);
  // Unquoted, a placeholder in braces is a mapping to YAML.
  if (id === undefined) return { broken: `task.yaml: its ${key} is no text; it may be a template` };
  if (!holdsPlaceholder(id)) return { id };
  return { broken: `task.yaml: ${templateReason}: its ${key} is "${visibleText(id, 60)}"` };
}
