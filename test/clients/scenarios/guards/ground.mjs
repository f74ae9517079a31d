// A lab with a guard in it, a client that is connected to us, and a review by a person.
import fs from 'node:fs';
import path from 'node:path';
import { writeFile } from '../../lab/files.mjs';
import { writeGuard, writeVictim } from './guard.mjs';
import { copyPackage } from './own-package.mjs';

/**
 * Prepares a session in a situation.
 *
 * @param options.way Null: there is nothing wrong with the guard.
 * @param options.guard False: there is no guard at all.
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
  /** Questions to the log are put with a package that nothing was done to. */
  ground.restorePackage = () => (lab.own = intactPackage);
  return ground;
}
