type Kind = 'destructive' | 'success' | 'info' | 'card'
type Message = { title: string; description?: string; kind: Kind }

const destructive = (title: string, description?: string): Message => ({
  title,
  ...(description !== undefined && { description }),
  kind: 'destructive',
})
const kindOf = (kind: Exclude<Kind, 'destructive'>) => (title: string, description?: string) => ({
  ...destructive(title, description),
  kind,
})
const success = kindOf('success')
const info = kindOf('info')
const card = kindOf('card')

/**
 * The error catalogue of the specification (section 8), word for word. Of a sentence that names something only the part
 * that always stands is here. A card takes the place of a page or of a part of it; everything else is a toast.
 */
export const catalogue: Readonly<Record<string, readonly Message[]>> = {
  auth: [
    destructive('Sign up failed'),
    success('Check your email', "We've sent you a confirmation link."),
    destructive('Sign in failed'),
    destructive('Google sign in failed'),
  ],
  cart: [
    destructive('Already in cart', 'This photo is already in your cart.'),
    success('Added to cart', 'has been added to your cart.'),
    info('Removed from cart', 'has been removed from your cart.'),
  ],
  'gallery page name': [
    destructive('Missing display name', 'Please set your display name first.'),
    destructive('Gallery page name required'),
    destructive('Gallery page name unavailable', 'This gallery page name is already taken.'),
    destructive('Error generating subdomain'),
    destructive('Error saving gallery page name'),
    success('Gallery page name saved'),
    success('Copied!'),
  ],
  gallery: [
    destructive('Error creating gallery'),
    success('Success', 'Gallery created successfully!'),
    destructive('Error', 'Please fill in the gallery title.'),
    destructive('Trial Expired', 'Please subscribe to create new galleries.'),
    destructive('Error updating gallery'),
    success('Gallery updated', 'Your gallery settings have been saved successfully.'),
    destructive('Invalid access code', 'Please check your access code and try again.'),
    destructive('Error loading photos'),
    destructive('Error loading galleries'),
    destructive('No photos selected', 'Please select photos to purchase'),
    destructive('Error', 'Failed to update like status.'),
    card('Gallery Error', 'Gallery not found'),
  ],
  likes: [success('Gallery liked!', 'Added to your favorites'), info('Like removed', 'Removed from favorites')],
  protection: [card('Screenshots and downloads are protected')],
  proofing: [
    destructive('Error', 'Failed to load proof sessions.'),
    destructive('Error', 'Please fill in all required fields.'),
    destructive('Error creating proof session'),
    success('Success', 'Proof session created successfully!'),
    success('Link copied!', 'Proof session link copied to clipboard.'),
    destructive('Error', 'Failed to load proof session. Please check the link.'),
    destructive('Failed to update photo status.'),
    card('Session Not Found', 'Session not found or invalid token'),
  ],
  payouts: [
    destructive('Setup Error', 'Failed to start account setup. Please try again.'),
    info('Account Setup Started', 'Complete your payout account setup in the new tab, then return here.'),
    destructive('No Balance', "You don't have any available balance to withdraw."),
    success('Payout Requested'),
    destructive('Payout Error', 'Failed to process payout. Please try again.'),
  ],
  upload: [
    destructive('Upload failed'),
    success('Upload complete', 'Successfully uploaded'),
    destructive('Select a gallery', 'Please select a gallery to upload photos to.'),
    destructive('No files selected', 'Please select photos to upload.'),
    card('File type must be'),
    card('File is larger than'),
    card('File is smaller than'),
    card('Too many files'),
  ],
  'checkout and purchase': [
    destructive('Checkout failed', 'Something went wrong during checkout.'),
    destructive('Missing information', 'Please fill in your name and email address.'),
    destructive('Invalid email', 'Please enter a valid email address'),
    destructive('Cart is empty', 'Please add some photos to your cart before checkout.'),
    destructive('Invalid discount code', 'Please check your discount code and try again.'),
    card('Payment Error', 'Invalid session'),
    card('Payment Error', 'Failed to process payment'),
    card('Payment Error', 'Order not found'),
    card('Payment Error', 'Failed to process free order'),
  ],
  'profile and settings': [
    destructive('Failed to load profile'),
    destructive('Failed to update profile'),
    destructive('Failed to load settings'),
    destructive('Failed to update settings'),
    destructive('Failed to update password'),
    destructive('Passwords do not match'),
    destructive('Password must be at least 6 characters long'),
    destructive('Failed to initiate account deletion'),
    info('Signed out', 'Please contact support to complete account deletion'),
  ],
  'public pages': [
    card('Photographer not found'),
    destructive('Error fetching galleries'),
    card('Gallery not found'),
    card('Failed to load content'),
  ],
}
