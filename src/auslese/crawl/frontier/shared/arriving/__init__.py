"""What comes into a shared frontier without a lease: imports, and what tables and archive know."""
