/**
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
