/** Which hooks a switch turns off: those of its own layer and of weaker ones, never of stronger ones. */
import { LAYERS, type Handler, type Layer, type LoadedFile, type Switch } from './handler.ts';

/** Whether everything in `upper` also applies to `lower`. */
export function binds(upper: Layer, lower: Layer): boolean {
  return LAYERS.indexOf(upper) <= LAYERS.indexOf(lower);
}

export function turnsOff({ file, dialects, names }: Switch, handler: Handler): boolean {
  return (
    binds(file.layer, handler.source.file.layer) &&
    dialects.includes(handler.dialect) &&
    (names === null || names.includes(nameOf(handler)))
  );
}

/** The switches of a file in canonical form, for comparison. */
export function switchesText({ switches }: Pick<LoadedFile, 'switches'>): string {
  return JSON.stringify(
    switches.map(({ text, dialects, names }) => [text, [...dialects].sort(), names]),
  );
}

/** A hook without a name is identified by its command. */
function nameOf({ name, action }: Handler): string {
  return name ?? (action.kind === 'shell' ? action.command : '');
}
