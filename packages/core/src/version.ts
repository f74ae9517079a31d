/** Set by the build, so undefined when running from source. */
declare const HOOKLOOM_VERSION: string | undefined;

export const VERSION = typeof HOOKLOOM_VERSION === 'string' ? HOOKLOOM_VERSION : '0.0.0-source';
