/** The hint of a select of hands of the academy, if there are none. Coaches see it too, who cannot publish hands. */
export const noAcademyHands =
  'The academy has no hands yet. An admin can publish one of their own hands, on its page.';
