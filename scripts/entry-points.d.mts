import type { Plugin } from 'esbuild';
import type { Plugin as VitePlugin } from 'vite';

export function throughEntryPoints(root: string): (text: string, file: string) => string;
export function esbuildEntryPoints(root: string): Plugin;
export function viteEntryPoints(root: string): VitePlugin;
