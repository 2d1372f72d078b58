import '@testing-library/jest-dom/vitest';
import { configure } from '@testing-library/dom';

configure({
  // Stops a test that hangs. This is not a performance requirement.
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) =>
    // The texts of the page are more useful than its markup, and can be collected quickly while polling.
    new Error(
      `${message?.split('\n\n')[0]}\n\nOn the page: ${textsIn(container).join(' | ').slice(0, 3_000)}`,
    ),
});

function textsIn(node: Node): string[] {
  if (node.nodeType === node.TEXT_NODE) return node.textContent?.trim() ? [node.textContent.trim()] : [];
  return [...node.childNodes].flatMap(textsIn);
}
