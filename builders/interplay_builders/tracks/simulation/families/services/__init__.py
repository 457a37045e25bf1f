"""Services that developers and testers talk to: servers, runners, clusters, queues, pages and settings."""
