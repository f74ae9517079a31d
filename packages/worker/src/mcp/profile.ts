import { invalidRequest } from '@hookloom/core';

/** Which tools are listed. `core` is the default, because models choose better from few. */
export type Profile = 'core' | 'full';

/** The listing as `memory_capabilities` reports it. */
export interface ToolListing {
  active: Profile;
  listed_tools: string[];
  available_but_unlisted: string[];
  note: string;
}

/** The flag, else `MCP_TOOL_PROFILE`, else `core`. Throws `invalid_request` for an unknown profile. */
export function resolveProfile(
  flag: string | undefined,
  env: Record<string, string | undefined>,
): Profile {
  const name = flag ?? (env['MCP_TOOL_PROFILE'] || 'core');
  if (name === 'core' || name === 'full') return name;
  throw invalidRequest(
    `Not a tool profile: ${JSON.stringify(name.slice(0, 100))}.`,
    'Use core or full for --profile or MCP_TOOL_PROFILE.',
  );
}

/** The role of a connection in missions. */
export type Role = 'coordinator' | 'worker';

interface Listable {
  name: string;
  profile: Profile;
  roles?: readonly Role[];
}

/**
 * A role adds the mission tools that it needs, because clients only let a model call listed tools.
 *
 * @example listingOf('core', tools).available_but_unlisted // ['memory_verbatim', 'memory_replay']
 */
export function listingOf(active: Profile, tools: readonly Listable[], role?: Role): ToolListing {
  const isListed = (tool: Listable): boolean =>
    active === 'full' ||
    tool.profile === 'core' ||
    (role !== undefined && tool.roles?.includes(role) === true);
  const unlisted = tools.filter((tool) => !isListed(tool)).map(({ name }) => name);
  return {
    active,
    listed_tools: tools.filter(isListed).map(({ name }) => name),
    available_but_unlisted: unlisted,
    note:
      unlisted.length === 0
        ? 'All tools are listed.'
        : 'Unlisted tools can be called by name. Start the server with --profile full or MCP_TOOL_PROFILE=full to list them.',
  };
}
