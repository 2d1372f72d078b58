import type { AnyRouter } from '@tanstack/react-router';
import { scrollToSection } from '../../../lib/scroll-to-section.ts';

/** Goes to a section of the open page. Another click on its link scrolls again, although the URL stays the same. */
export async function goToSection(router: AnyRouter, id: string): Promise<void> {
  // The router stores the position of an area only after a scroll event. Its script loads with the first input, which may
  // be the scrolling itself.
  document.querySelector('[data-scroll-restoration-id]')?.dispatchEvent(new Event('scroll'));
  // Scrolls only afterwards, because the router first stores the position to which Back returns.
  await router.navigate({ to: '.', hash: id, resetScroll: false });
  scrollToSection(id);
}
