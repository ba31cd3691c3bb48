"""What has a life of its own: app, journal, settings, sound."""
