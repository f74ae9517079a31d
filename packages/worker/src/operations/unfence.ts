/** For people at a terminal, who see what was reported behind a mark of its own. */
export { unfence } from '@hookloom/memory/checkout/fence';
