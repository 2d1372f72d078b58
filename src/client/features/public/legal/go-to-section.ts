import type { AnyRouter } from '@tanstack/react-router';
import { scrollToSection } from '../../../lib/scroll-to-section.ts';

/** Goes to a section of the open page. Another click on its link scrolls again, although the URL stays the same. */
export async function goToSection(router: AnyRouter, id: string): Promise<void> {
  // Scrolls only afterwards, because the router first stores the position to which Back returns.
  await router.navigate({ to: '.', hash: id, resetScroll: false });
  scrollToSection(id);
}
