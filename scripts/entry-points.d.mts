import type { Plugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vite';

export function esbuildEntryPoints(root: string): Plugin;
export function viteEntryPoints(root: string): VitePlugin;
