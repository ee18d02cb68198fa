import DatabaseTransport

/// A user's credential: a Firebase ID token or an OAuth2 access token.
public typealias FirebaseToken = DatabaseTransport.FirebaseToken
