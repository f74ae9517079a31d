/** Which hooks a switch turns off: those of its own layer and of the layers below, never above. */
import { LAYERS, type Handler, type Layer, type LoadedFile, type Switch } from './handler.ts';

/** True if everything that counts in `upper` also counts in `lower`. */
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

/** The switches of one file as one text, the same for the same switches. */
export function switchesText({ switches }: Pick<LoadedFile, 'switches'>): string {
  return JSON.stringify(
    switches.map(({ text, dialects, names }) => [text, [...dialects].sort(), names]),
  );
}

/** A hook without a name is identified by its command. */
function nameOf({ name, action }: Handler): string {
  return name ?? (action.kind === 'shell' ? action.command : '');
}
