import { type ComponentType, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { RequireSession } from '#frontend/shared/session/require-session.tsx'
import { paths } from '#schema/paths.ts'
import { type PublicPage, publicPages } from '#schema/served-pages.ts'
import { Shell } from './shell.tsx'

// One line a page. Each is a chunk of its own, so that nobody loads a dashboard to look at a photograph.
const LandingPage = lazyPart(
  () => import('#frontend/pages/landing/landing-page.tsx'),
  (m) => m.LandingPage,
)
const BrowsePage = lazyPart(
  () => import('#frontend/features/galleries/browse-page.tsx'),
  (m) => m.BrowsePage,
)
const GalleryPage = lazyPart(
  () => import('#frontend/features/galleries/gallery-page.tsx'),
  (m) => m.GalleryPage,
)
const FavouritesPage = lazyPart(
  () => import('#frontend/features/galleries/favourites-page.tsx'),
  (m) => m.FavouritesPage,
)
const CartPage = lazyPart(
  () => import('#frontend/features/cart/cart-page.tsx'),
  (m) => m.CartPage,
)
const PurchaseSuccessPage = lazyPart(
  () => import('#frontend/features/orders/purchase-success-page.tsx'),
  (m) => m.PurchaseSuccessPage,
)
const PortfolioPage = lazyPart(
  () => import('#frontend/pages/portfolio/portfolio-page.tsx'),
  (m) => m.PortfolioPage,
)
const PortfolioGalleryPage = lazyPart(
  () => import('#frontend/pages/portfolio/portfolio-gallery-page.tsx'),
  (m) => m.PortfolioGalleryPage,
)
const AuthPage = lazyPart(
  () => import('#frontend/features/accounts/auth-page.tsx'),
  (m) => m.AuthPage,
)
const ProofPage = lazyPart(
  () => import('#frontend/features/proofing/proof-page.tsx'),
  (m) => m.ProofPage,
)
const DashboardPage = lazyPart(
  () => import('#frontend/pages/dashboard/dashboard-page.tsx'),
  (m) => m.DashboardPage,
)
const CodesPage = lazyPart(
  () => import('#frontend/features/codes/codes-page.tsx'),
  (m) => m.CodesPage,
)
const FavouritesListsPage = lazyPart(
  () => import('#frontend/pages/favourites-lists/favourites-lists-page.tsx'),
  (m) => m.FavouritesListsPage,
)
const ActivityPage = lazyPart(
  () => import('#frontend/features/galleries/own/activity-page.tsx'),
  (m) => m.ActivityPage,
)
const UploadPage = lazyPart(
  () => import('#frontend/pages/upload/upload-page.tsx'),
  (m) => m.UploadPage,
)
const ProfilePage = lazyPart(
  () => import('#frontend/pages/profile/profile-page.tsx'),
  (m) => m.ProfilePage,
)
const SettingsPage = lazyPart(
  () => import('#frontend/pages/settings/settings-page.tsx'),
  (m) => m.SettingsPage,
)

const SignInAgain = lazyPart(
  () => import('#frontend/features/accounts/sign-in-again.tsx'),
  (m) => m.SignInAgain,
)
const signInAgain = (
  <Suspense>
    <SignInAgain />
  </Suspense>
)

const MailChoicesPage = lazyPart(
  () => import('#frontend/features/visitors/mail-choices-page.tsx'),
  (m) => m.MailChoicesPage,
)
const ConfirmAddressPage = lazyPart(
  () => import('#frontend/features/visitors/confirm-address-page.tsx'),
  (m) => m.ConfirmAddressPage,
)

const TermsPage = lazyPart(
  () => import('#frontend/features/legal/terms-page.tsx'),
  (m) => m.TermsPage,
)
const PrivacyPage = lazyPart(
  () => import('#frontend/features/legal/privacy-page.tsx'),
  (m) => m.PrivacyPage,
)
const ContactPage = lazyPart(
  () => import('#frontend/features/legal/contact-page.tsx'),
  (m) => m.ContactPage,
)

const NotFoundPage = lazyPart(
  () => import('#frontend/shared/not-found/not-found-page.tsx'),
  (m) => m.NotFoundPage,
)

const TrialNotice = lazyPart(
  () => import('#frontend/features/subscriptions/trial-notice.tsx'),
  (m) => m.TrialNotice,
)

const drawnFirst = {
  home: LandingPage,
  browse: BrowsePage,
  gallery: GalleryPage,
  auth: AuthPage,
  portfolio: PortfolioPage,
  portfolioGallery: PortfolioGalleryPage,
} satisfies Record<PublicPage, ReturnType<typeof lazyPart>>

/** The pages whose first view comes as HTML, by the patterns of their addresses, in the order in which they are tried. */
export const firstViews = publicPages.map((name) => [paths[name].pattern, drawnFirst[name]] as const)

const signedIn = (Content: ComponentType) => (
  <RequireSession whenEnded={signInAgain}>
    <Content />
    <Suspense>
      <TrialNotice />
    </Suspense>
  </RequireSession>
)

export const SiteRoutes = () => (
  <Routes>
    <Route element={<Shell />}>
      <Route path={paths.home.pattern} element={<LandingPage />} />
      <Route path={paths.browse.pattern} element={<BrowsePage />} />
      <Route path={paths.gallery.pattern} element={<GalleryPage />} />
      <Route path={paths.favourites.pattern} element={<FavouritesPage />} />
      <Route path={paths.cart.pattern} element={<CartPage />} />
      <Route path={paths.purchaseSuccess.pattern} element={<PurchaseSuccessPage />} />
      <Route path={paths.auth.pattern} element={<AuthPage />} />
      <Route path={paths.proof.pattern} element={<ProofPage />} />
      <Route path={paths.dashboard.pattern} element={signedIn(DashboardPage)} />
      <Route path={paths.codes.pattern} element={signedIn(CodesPage)} />
      <Route path={paths.favouritesLists.pattern} element={signedIn(FavouritesListsPage)} />
      <Route path={paths.activity.pattern} element={signedIn(ActivityPage)} />
      <Route path={paths.upload.pattern} element={signedIn(UploadPage)} />
      <Route path={paths.profile.pattern} element={signedIn(ProfilePage)} />
      <Route path={paths.settings.pattern} element={signedIn(SettingsPage)} />
      <Route path={paths.mailChoices.pattern} element={<MailChoicesPage />} />
      <Route path={paths.confirmAddress.pattern} element={<ConfirmAddressPage />} />
      <Route path={paths.terms.pattern} element={<TermsPage />} />
      <Route path={paths.privacy.pattern} element={<PrivacyPage />} />
      <Route path={paths.contact.pattern} element={<ContactPage />} />
      <Route path={paths.portfolio.pattern} element={<PortfolioPage />} />
      <Route path={paths.portfolioGallery.pattern} element={<PortfolioGalleryPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Route>
  </Routes>
)
