#!/bin/bash
pytest -q tests/resume-sync
