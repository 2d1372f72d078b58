/** Shown to a user who paid for a product and cannot open it now. */
export const suspendedText = 'You can open it again as soon as your bank decides that the payment stands.';
export const onHoldText = 'Our team needs to review your payment for this product.';
