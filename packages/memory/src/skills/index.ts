/** What the operations use of this domain. */
export { findSkills } from './find-skills.ts';
export {
  foldSkills,
  SKILL_FACT_TYPES,
  versionName,
  type SkillStatus,
  type SkillVersion,
} from './fold-skills.ts';
export { placeSkills, type RelatedSkill } from './place-skills.ts';
export {
  isPromotionCandidate,
  isRollbackCandidate,
  type SkillUse,
  type UseReason,
} from './standing.ts';
export { refuseTransition, SKILL_ACTIONS, type SkillAction } from './transitions.ts';
