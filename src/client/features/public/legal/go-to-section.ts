import type { AnyRouter } from '@tanstack/react-router';
import { scrollToSection } from '../../../lib/scroll-to-section.ts';

/** Goes to a section of the open page. A second click on a link scrolls again, although the URL stays the same. */
export async function goToSection(router: AnyRouter, id: string): Promise<void> {
  // The router stores the position of a scroll area only after a scroll event. The router may have missed the event:
  // its script loads on the first input, which may have been the scrolling itself.
  document.querySelector('[data-scroll-restoration-id]')?.dispatchEvent(new Event('scroll'));
  // The navigation stores the scroll position to which Back returns, so the page scrolls only afterwards.
  await router.navigate({ to: '.', hash: id, resetScroll: false });
  scrollToSection(id);
}
