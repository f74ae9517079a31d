/** For people at a terminal, where reported text has its own mark. */
export { unfence } from '@hookloom/memory/checkout';
