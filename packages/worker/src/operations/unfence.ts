/** For the terminal, where reported text has its own mark. */
export { unfence } from '@hookloom/memory/checkout';
