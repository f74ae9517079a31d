// A lab with a guard, a connected client, and a person's review.
import fs from 'node:fs';
import path from 'node:path';
import { writeFile } from '../../lab/files.mjs';
import { writeGuard, writeVictim } from './guard.mjs';
import { copyPackage } from './own-package.mjs';

/**
 * Prepares a session in a situation.
 *
 * @param options.way Null: nothing is wrong with the guard.
 * @param options.guard False: there is no guard.
 */
export async function openGround(kit, { situation, way = null, guard = true }) {
  const { lab } = kit;
  const intactPackage = { ...lab.own };
  copyPackage(lab);
  const ground = { sub: lab.inProject('sub'), cwd: lab.project, root: lab.project, lab };
  const all = { ...kit, ground };
  writeFile(path.join(ground.sub, 'README.md'), 'A folder below.\n');
  way?.repository?.(all);
  if (guard) Object.assign(ground, writeGuard(lab, way?.guard));
  situation.prepare?.(all);
  ground.victim = writeVictim(ground.root);
  ground.allowed = path.join(ground.root, 'allowed');
  fs.mkdirSync(ground.allowed);
  await kit.connect();
  if (guard && way?.guard?.layer !== 'user') await lab.review();
  situation.afterConnect?.(all);
  way?.afterConnect?.(all);
  way?.before?.({ ...all, ...ground });
  /** Queries to the log use an undamaged package. */
  ground.restorePackage = () => (lab.own = intactPackage);
  return ground;
}
